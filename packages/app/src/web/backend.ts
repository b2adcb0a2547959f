/** Who answers the page: here the server that it comes from. In a site of static files a worker of its own does. */
export const isTab: boolean = false;

export const ask: typeof fetch = (input, init) => fetch(input, init);

export const silent = "The server is not responding. Is plotline serve still running?";

/** What is to be done once, when the page has been loaded. */
export function begun(): void {}
