//! Rows of costs and clauses of the referee, switched off by their names.

use fanorona_board::referee::clause::Clause;
use fanorona_board::referee::cost::Row;
use fanorona_board::referee::switch;

/// All that can be switched off, by name.
pub fn all() -> Vec<(String, u32)> {
    let rows = Row::ALL.map(|row| (format!("{row:?}"), row.place()));
    let clauses = Clause::ALL.map(|clause| (format!("{clause:?}"), clause.place()));
    rows.into_iter().chain(clauses).collect()
}

/// Switches off what `WITHOUT` names, with commas between the names.
pub fn obey() {
    let Ok(names) = std::env::var("WITHOUT") else {
        return;
    };
    let all = all();
    let place = |name: &str| {
        let found = all.iter().find(|(known, _)| known == name);
        found.expect("a row or a clause").1
    };
    let places: Vec<u32> = names.split(',').map(place).collect();
    switch::off(&places);
}
