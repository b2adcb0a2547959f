/** The colours of the pages that plotline writes, by day and by night: those of the app (web/style/tokens.css). */
export const palette = `
:root{color-scheme:light dark;--paper:#faf8f3;--raised:#fffefb;--ink:#211f1b;--soft:#645f55;--rule:#e2dccf;--accent:#9a3b20;--glow:154 59 32}
@media(prefers-color-scheme:dark){:root{--paper:#181715;--raised:#201f1c;--ink:#e8e2d6;--soft:#a79f91;--rule:#35322d;--accent:#eb9775;--glow:235 151 117}}
`.replaceAll("\n", "");
