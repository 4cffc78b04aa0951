// Asks before something is lost.
const dialog = document.getElementById('ask');

/** Asks a question whose answer does this; resolves with whether it is to be done. */
export function ask(question, does) {
  document.getElementById('question').textContent = question;
  document.getElementById('sure').textContent = does;
  dialog.returnValue = 'no';
  dialog.showModal();
  document.getElementById('keep').focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
