/* How the search ranks pages. Sphinx's own finds pages that have every word of a question, and takes the best of them by
   one word. People ask in sentences and with words of their own, so here a page gathers what each word of the question is
   worth: rare words more than common ones, words of its title more than those of its text. One result per page, at the
   section whose title fits best. It takes the place of Search._performSearch of Sphinx 9. */

const WORTH = { title: 4, section: 1.5, text: 1 }; // of a word by the best place where a page has it
const FITTING = { title: 4, section: 5 }; // of a title that says what the question says, and no more
const OTHER_WORD = 0.6; // worth of a word that means the same as one of the question
const BEGINNING = 0.4; // worth of a word that only begins as one of the question does, as "moor" for "mooring"
const NAME = 0.5; // of names of the Python package, whole ones, beside pages: a page explains more
const SHORT = 3; // letters; beginnings shorter than this are of too many words
const MOST_RESULTS = 30; // pages that nobody reaches by scrolling would each be fetched for an extract
const LEAST_TITLE = 0.5; // share of a section's title that the question must say, else the result is the whole page

/* What readers want first, by the beginning of the page. The protos describe a program's messages, word by word as models do. */
const KINDS = [
  ["howto/", 1.25],
  ["start/", 1.25],
  ["conventions", 1.25],
  ["reference/wire", 0.4],
  ["validation", 0.6],
  ["gallery", 0.6],
  ["reference/validation/", 0.6],
  ["docs/solver/", 0.7],
  ["theory/", 0.9],
];

/* Words of questions that say nothing about their subject, beside those that Sphinx leaves out. */
const QUESTION_WORDS = `about can come do does doing find get getting give has have how i it's its make making many mean means
  me my need our over set should so than what when where which who why you your use using used between from want there any
  some per raftup simulation`;

/* Words that people of other trades and programs use, and those of the manual. */
const SAME = `
  allowable: limit | amplitude: response | anchor: mooring | array: farm | batch: study | boat: vessel ship | citation: cite
  compare: agree validate | coordinate: axes | crash: failed error | cylinder: morison member | download: install
  draught: draft | draft: draught | error: message refused | export: write | failure: failed error | farm: array
  file: format | floater: body | frequency: period | gm: stability metacentric hydrostatics | gui: console | hawser: line rope
  hinge: joint | import: read | install: setup | instability: unstable | joint: hinge | length: pay
  linearise: linearize response | machinery: machine | mooring: line catenary | movement: motion | natural: mode
  offshore: mooring | oscillation: period | output: result | parallel: study | period: natural mode | pier: berth
  plot: picture figure | pto: damper power | quay: berth | rao: response | restart: fork checkpoint resume | result: output
  rope: line | rotation: angle | save: write read | sensor: probe output | setup: install | ship: vessel
  sign: convention positive | slack: snap | slow: speed | speed: velocity | spring: stiffness | start: first install
  state: sea | sweep: study | tension: line | tether: line | unstable: step failed | validation: validate
  wamit: format database import | nemoh: format database import | aqwa: format import | weather: operability
  wire: line`;

/* Roots of the words of a text; names such as CatenaryLine and step_too_long are several words. */
const roots = (text) => {
  const stemmer = new Stemmer();
  const apart = text.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ").toLowerCase();
  return [...new Set(splitQuery(apart).map((word) => stemmer.stemWord(word)))].filter((word) => !stopwords.has(word));
};
const listOf = (files) => (files === undefined ? [] : [].concat(files));

QUESTION_WORDS.split(/\s+/).forEach((word) => stopwords.add(word));
const OTHERS = new Map(
  SAME.split(/[|\n]/)
    .map((line) => line.split(":").map(roots))
    .filter((entry) => entry.length === 2)
    .map(([[word], others]) => [word, others]),
);

/* What a word of the index is worth on each page, by the numbers of pages. */
const worthByPage = (word, titles) => {
  const found = new Map();
  const own = (table) => (Object.hasOwn(table, word) ? listOf(table[word]) : []);
  own(Search._index.terms).forEach((file) => found.set(file, WORTH.text));
  own(Search._index.titleterms).forEach((file) => found.set(file, WORTH.section));
  titles.forEach((title, file) => title.includes(word) && found.set(file, WORTH.title));
  return found;
};

/* The same for a word of a question: as it is, by words that mean the same, else by those that begin so. */
const worthOfWord = (word, titles) => {
  const found = worthByPage(word, titles);
  const take = (other, share) =>
    worthByPage(other, titles).forEach((worth, file) => found.set(file, Math.max(found.get(file) ?? 0, share * worth)));
  (OTHERS.get(word) ?? []).forEach((other) => take(other, OTHER_WORD));
  if (found.size === 0 && word.length >= SHORT)
    [...Object.keys(Search._index.terms), ...Object.keys(Search._index.titleterms)]
      .filter((other) => other.startsWith(word) || (other.length > SHORT && word.startsWith(other)))
      .forEach((other) => take(other, BEGINNING));
  return found;
};

/* How far a title says what a question says and no more, 0 to 1; `weights` by the words of the question. */
const fit = (title, weights, total) => {
  const said = title.filter((word) => weights.has(word));
  if (said.length < LEAST_TITLE * title.length || said.length === 0) return 0;
  return (said.reduce((sum, word) => sum + weights.get(word), 0) / total) * (said.length / title.length);
};

/* By the numbers of pages, the section whose title fits best: [fit, title, anchor]. */
const bestSections = (weights, total) => {
  const best = new Map();
  Object.entries(Search._index.alltitles).forEach(([title, places]) => {
    const fitting = fit(roots(title), weights, total);
    places.forEach(([file, id]) => {
      if (title !== Search._index.titles[file] && fitting > (best.get(file)?.[0] ?? 0)) best.set(file, [fitting, title, id]);
    });
  });
  return best;
};

const kindOf = (name) => KINDS.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 1;

Search._performSearch = (query, searchTerms, excludedTerms) => {
  const index = Search._index;
  const titles = index.titles.map(roots);
  const words = [...new Set([...searchTerms].flatMap(roots))];
  const found = words.map((word) => worthOfWord(word, titles));
  const rarities = found.map((pages) => Math.log(1 + index.docnames.length / Math.max(pages.size, 1)));
  const weights = new Map(words.map((word, number) => [word, rarities[number]]));
  const total = rarities.reduce((sum, one) => sum + one, 0);
  const sections = bestSections(weights, total);
  const excluded = new Set([...excludedTerms].flatMap((word) => [...worthByPage(word, titles).keys()]));
  const results = [];
  index.docnames.forEach((name, file) => {
    const sum = (of) => found.reduce((all, pages, number) => all + (pages.has(file) ? rarities[number] * of(pages) : 0), 0);
    const cover = sum(() => 1) / total;
    if (!(cover > 0) || excluded.has(file)) return;
    const [fitting, title, id] = sections.get(file) ?? [0, "", null];
    const ofTitle = FITTING.title * fit(titles[file], weights, total);
    const ofSection = FITTING.section * fitting;
    const score = kindOf(name) * ((sum((pages) => pages.get(file)) / total) * cover + Math.max(ofTitle, ofSection));
    const shown = ofSection > ofTitle && id ? [`${index.titles[file]} > ${title}`, `#${id}`] : [index.titles[file], ""];
    results.push([name, ...shown, null, score, index.filenames[file], SearchResultKind.text]);
  });
  Search.performObjectSearch(query.trim().toLowerCase(), new Set())
    .filter((one) => one[4] > 0)
    .forEach((one) => results.push([...one.slice(0, 4), NAME * one[4], ...one.slice(5)]));
  return results.sort(_orderResultsByScoreThenName).slice(-MOST_RESULTS);
};

var Scorer = { objNameMatch: 8, objPartialMatch: 0, objPrio: {}, objPrioDefault: 0, title: 0, partialTitle: 0, term: 0, partialTerm: 0 };
