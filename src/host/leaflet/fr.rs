//! The leaflet in French.

use fanorona_board::menu::Setting;

use super::Texts;

pub const TEXTS: Texts = Texts {
    title: "Fanorona",
    subtitle: "un jeu de Madagascar, sur un plateau qui en connaît les règles",
    start: "Le départ : les Blancs commencent. Le point du milieu est vide.",
    play: (
        "Comment jouer",
        &[
            "Déplacez une pierre d'un point le long d'une ligne, vers un point vide. Les diagonales servent là où elles sont tracées.",
            "Percussion : avancez vers une pierre adverse et prenez-la, avec toutes celles qui la suivent sans trou.",
            "Aspiration : éloignez-vous tout droit d'une pierre adverse et prenez-la, avec la rangée derrière elle.",
            "Si les deux sont possibles, choisissez : la première pierre retirée décide. Qui peut prendre doit prendre.",
            "La même pierre peut continuer à prendre, sans repasser par un point ni continuer dans la même direction. On peut s'arrêter après chaque prise : soulevez et reposez votre pierre, ou attendez que l'autre en lève une.",
            "Qui n'a plus de pierre, ou ne peut plus bouger, a perdu.",
        ],
    ),
    pictures: ["percussion : x sont prises", "aspiration : x sont prises"],
    hands: (
        "Sur le plateau",
        &[
            "Posez les pierres, et la partie commence. Levez ou glissez ; retirez les prises avant ou après le coup, dans n'importe quel ordre.",
            "Remettez tout en place pour changer d'avis. Rétablissez la position d'avant le dernier coup pour le reprendre.",
            "Position de départ remise en pleine partie : le plateau demande qui abandonne. Levez une pierre de ce camp et reposez-la.",
        ],
    ),
    lights: (
        "Les lumières",
        &[
            (
                "blanc chaud ou violet, fixe",
                "posez ici une pierre blanche ou noire",
            ),
            ("le même, faible, une seule", "c'est à ce camp de jouer"),
            ("vert", "la pierre en main peut se poser ici"),
            ("rouge orangé, clignotant", "retirez cette pierre"),
            (
                "jaune clignotant, et bleu clair clignotant vite",
                "retirez une de ces deux rangées",
            ),
            (
                "blanc chaud ou violet, clignotant",
                "il manque ici une pierre de cette couleur",
            ),
            (
                "rouge, clignotant vite",
                "cette pierre n'a rien à faire ici",
            ),
            (
                "vert d'eau, qui respire",
                "rétablissez ce point : le dernier coup est repris",
            ),
            (
                "blanc chaud ou violet, qui respire",
                "faible : en route, ou peut bouger ; vif : a gagné",
            ),
        ],
    ),
    menu: (
        "Le menu, avec des pierres",
        "Retirez toutes les pierres et posez-en une sur e3. Après une seconde les valeurs s'allument : posez une deuxième pierre sur l'une d'elles pour la choisir. Retirez les deux pour sortir.",
    ),
    vela: (
        "Vela",
        &[
            "Après une partie gagnée (riatra), son perdant peut avoir un vela : il commence, et prend une pierre par tour, la plus proche de la rangée. Le gagnant ne fait que bouger, jusqu'à ce qu'il lui reste cinq pierres ; ensuite tous deux prennent comme toujours.",
            "Les règles booklet, relaxed, royal et lemurs l'ont.",
        ],
    ),
    words: (
        "Mots",
        &[
            ("vato", "une pierre"),
            ("laka", "un point fort, où huit lignes se croisent"),
            ("paika", "un coup qui ne prend rien"),
            ("riatra", "la partie normale"),
            ("vela", "la partie d'après, avec un handicap"),
            (
                "tsivy, dimy, telo",
                "neuf, cinq, trois : plateaux de 9 x 5, 5 x 5 et 3 x 3 points",
            ),
        ],
    ),
    history: (
        "D'où il vient",
        &[
            "On joue au fanorona à Madagascar depuis le XVIIe siècle (1, 2). Son plateau est celui de deux alquerques côte à côte (1).",
            "Des plateaux sont taillés dans le roc des collines royales autour d'Antananarivo ; celui d'Alasora daterait du XVIe siècle (3).",
            "Une légende : le roi Ralambo léguerait son royaume au premier de ses fils rentré ; une partie difficile retint l'un, et son frère devint roi (2).",
            "Les points forts seraient les montagnes de l'île (1). Selon la tradition, le perdant joue le vela jusqu'à en gagner un (1, 2).",
        ],
    ),
    sources: "Règles : (1) un livret français, plateau en pin ; (2) Lemery Games, d'après R. C. Bell, 1979 ; (3) une feuille espagnole.",
    setting,
    value,
};

const fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Rules => "règles",
        Setting::Sound => "son",
        Setting::Game => "jeu",
        Setting::Assist => "aide des lumières",
        Setting::Brightness => "luminosité",
        Setting::Plays => "le plateau joue",
        Setting::Level => "sa force",
    }
}

fn value(word: &str) -> &str {
    match word {
        "nobody" => "personne",
        "white" => "Blancs",
        "black" => "Noirs",
        "both" => "les deux",
        "on" => "oui",
        "off" => "non",
        "teach" => "tout",
        "play" => "normale",
        "quiet" => "peu",
        same => same,
    }
}
