/** The style of the documentation's pages, beside what all pages outside the web app share. */
export const docsStyle = `
:root { --pine: light-dark(#1f4636, #5fbf93); --sunken: light-dark(#ece8de, #0a100d); --tint: light-dark(#f8e6da, #2c1c13) }
html { scroll-padding-top: 1rem }
body { min-height: 100svh; overflow-wrap: break-word }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--surface); padding: .5rem 1rem; border-radius: 8px } .skip:focus { top: 1rem }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .875rem 1.125rem; border-bottom: 1px solid var(--line) }
.top .brand { margin: 0 auto 0 0 } .brand .here { color: var(--muted); font-weight: 600 }
.search { display: flex; gap: .5rem; flex: 0 1 26rem; min-width: min(100%, 16rem) }
.search input { flex: 1; min-width: 0; font: inherit; min-height: 44px; padding: .375rem .75rem; color: inherit; background: var(--surface); border: 1px solid var(--field); border-radius: 8px }
.search button { font: inherit; font-weight: 600; min-height: 44px; padding: .375rem 1rem; border: 1px solid var(--field); border-radius: 8px; background: var(--surface); color: var(--ink); cursor: pointer }
.columns, .alone { max-width: 84rem; margin: 0 auto; padding: 1rem 1.125rem 4rem }
main { max-width: 46rem; padding: 0; margin: 0 }
nav ul { list-style: none; margin: 0; padding: 0 } nav h2 { font-size: 1rem; margin: 1.25rem 0 .25rem }
nav a { display: block; padding: .3125rem .625rem; margin-left: -.625rem; border-radius: 8px; color: var(--muted); text-decoration: none; font-size: .9375rem; line-height: 1.35 }
nav a:hover { color: var(--ink); background: var(--sunken) } nav a[aria-current] { color: var(--ink); background: var(--sunken); font-weight: 600 }
nav .sub { padding-left: 1.5rem }
details { border: 1px solid var(--line); border-radius: 11px; background: var(--surface); margin: 0 0 .75rem } details nav { padding: 0 1rem .75rem }
summary { cursor: pointer; padding: .625rem 1rem; font-weight: 600 }
.side { display: none }
main h1 { font-size: 2.5rem; margin: 1rem 0 1rem } main h2 { font-size: 1.75rem; margin: 2.25rem 0 .5rem } main h3 { font: 600 1.125rem/1.3 'Inter Variable', Inter, system-ui, sans-serif; margin: 1.75rem 0 .375rem }
main h1, main h2 { font-weight: 600; text-wrap: balance } main p, main li { text-wrap: pretty } main p { margin: 0 0 1rem } main li { margin: .25rem 0 } main ul, main ol { padding-left: 1.5rem; margin: 0 0 1rem }
main a { color: var(--accent) } main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 11px }
code { font: .875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace } :not(pre) > code { background: var(--sunken); border-radius: 5px; padding: .0625rem .3125rem }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 11px; padding: .875rem 1rem; overflow-x: auto; margin: 0 0 1rem }
.wide { overflow-x: auto; margin: 0 0 1.25rem } table { border-collapse: collapse; font-size: .9375rem; line-height: 1.4; overflow-wrap: normal }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-bottom: 1px solid var(--line); min-width: 6rem } th { font-weight: 600 } .right { text-align: right; font-variant-numeric: tabular-nums } th:first-child, td:first-child { padding-left: 0 }
blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--muted) }
.muted { color: var(--muted) } .hits { list-style: none; padding: 0 } .hits li { padding: .75rem 0; border-bottom: 1px solid var(--line) } .hits p { margin: .25rem 0 0 } mark { background: var(--tint); color: inherit; border-radius: 3px }
.parts { display: grid; gap: 0 2rem } .parts ul { list-style: none; padding: 0 } .parts li { margin: 0 } .parts a { display: inline-block; padding: .3125rem 0 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (width < 40rem) {
  .wide { border: 1px solid var(--line); border-radius: 11px; background: linear-gradient(to left, var(--ground) 40%, transparent) right / 3rem 100% no-repeat local, linear-gradient(to left, var(--line), transparent) right / 1rem 100% no-repeat scroll }
  table { min-width: 100%; font-size: .875rem } th, td { min-width: 5rem; padding-inline: .5rem } td:first-child, th:first-child { padding-left: .75rem } tr:last-child td { border-bottom: 0 } td code { overflow-wrap: anywhere }
}
@media (width >= 40rem) { .parts { grid-template-columns: 1fr 1fr } }
.alone main { max-width: none }
@media (width >= 60rem) {
  .top { padding-inline: max(2rem, 50% - 40rem) } .parts { grid-template-columns: repeat(3, 1fr) } .alone { padding-inline: 2rem } .columns { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); gap: 3rem; padding-inline: 2rem } .small { display: none }
  .side { display: block; position: sticky; top: 0; align-self: start; max-height: 100svh; overflow-y: auto; padding: 0 .625rem 2rem }
  .toc { display: none } main h1 { font-size: 3rem; margin-top: .75rem }
}
@media (width >= 80rem) { .columns.outlined { grid-template-columns: 14.5rem minmax(0, 1fr) 13rem } .toc { display: block } }
`
