// For pages that the server doesn't draw: before the first paint, so that a chosen theme never flashes in the other one.
// See lib/theme.ts.
const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme
