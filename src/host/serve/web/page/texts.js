// The texts of the page's language, and values put into words.
const TEXTS = await (await fetch(`texts/${document.documentElement.lang}.json`)).json();
/** The numbers that take the text `.one`; all others take `.other`. */
const ONES = TEXTS['language.plural'].split(' ');

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function fill({ key, count, places = {} }, form = '') {
  const plural = count === undefined ? '' : ONES.includes(`${count}`) ? '.one' : '.other';
  return TEXTS[key + form + plural].replaceAll(/\{(\w+)(\.\w+)?\}/g, (_, place, of) => {
    const says = places[place.toLowerCase()];
    const words = typeof says === 'object' ? fill(says, of) : `${says}`;
    return place === place.toLowerCase() ? words : capital(words);
  });
}

/** Puts a text that the board sent into words: its key, a count if it depends on one, and what stands in its places. */
export const said = (text) => fill(text);

/** The text of a key, with what stands in its places: names, numbers, or texts that the board sent. */
export const text = (key, places = {}) => fill({ key, places });

/** The text of a key for so many, a number that also stands in the place `{count}`. */
export const counted = (key, count, places = {}) => fill({ key, count, places: { count, ...places } });

/** What the console has refused, as players say it: `? no game is on`. */
export const refused = (line) => TEXTS[line] ?? text('refusal.other', { why: line.slice(2) });

// Who chooses another language gets the page anew.
document.getElementById('language').addEventListener('change', ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; path=/; samesite=strict`;
  location.reload();
});
