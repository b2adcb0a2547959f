/** The package's version; part of every signature. */
export const version = "0.1.0";
