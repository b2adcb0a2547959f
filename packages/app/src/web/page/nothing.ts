/** What readers of the page have no use for is not in it. */
export function Nothing(): null {
  return null;
}

export {
  Nothing as AddBook,
  Nothing as AskModel,
  Nothing as BookMenu,
  Nothing as CorpusExportMenu,
  Nothing as ExportMenu,
  Nothing as OldGuides,
  Nothing as QuizExport,
  Nothing as TeamMenu,
  Nothing as Why,
};
