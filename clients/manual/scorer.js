/* How results of the search are ordered: pages by their titles and words, before names of the Python package. */
var Scorer = {
  objNameMatch: 8,
  objPartialMatch: 2,
  objPrio: { 0: 0, 1: -3, 2: -5 },
  objPrioDefault: -5,
  title: 15,
  partialTitle: 9,
  term: 5,
  partialTerm: 2,
};
