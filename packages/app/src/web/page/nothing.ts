/** What readers of the page have no use for, or needs a server, is not in it. */
export function Nothing(): null {
  return null;
}

export {
  Nothing as AddBook,
  Nothing as BookMenu,
  Nothing as CorpusExportMenu,
  Nothing as ExportMenu,
  Nothing as OldGuides,
  Nothing as QuizExport,
  Nothing as Results,
  Nothing as Team,
  Nothing as TeamMenu,
  Nothing as Why,
};
