/** Who answers the page: here the server that it comes from. In a site of static files a worker of its own does. */
export const isTab: boolean = false;

/** One file with a book in it, for whoever reads. */
export const isPage: boolean = false;

/** What the first screen is called, and its path. */
export const home: string = "Library";
export const start: string = "/";

/** The app in one file, with room for a book. */
export const pageFile = "/reading-page.html";

export const ask: typeof fetch = (input, init) => fetch(input, init);

export const silent = "The server is not responding. Is plotline serve still running?";

/** What is to be done once, when the page has been loaded. */
export function begun(): void {}
