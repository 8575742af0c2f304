/** The style of a page: light and dark, and for paper. */
export const style = `
:root { color-scheme: light dark; --text: #1c1c1e; --ground: #ffffff; --muted: #55565c; --line: #c9cad0; --fault: #9b1c1c; --tint: #fdf0f0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececf0; --ground: #17181c; --muted: #a9abb5; --line: #43454f; --fault: #ffa3a3; --tint: #3a1d20; }
}
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--text); background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.5rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 1rem 0; min-width: 50%; }
caption { text-align: start; font-weight: 600; padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; }
tbody th { font-weight: 400; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fault { color: var(--fault); background: var(--tint); }
p.fault { padding: 0.5rem 0.8rem; border-inline-start: 4px solid var(--fault); }
p.fault span { display: block; }
@media (max-width: 48rem) {
  body { padding: 0.75rem; }
  dl { grid-template-columns: 1fr; }
  dt { margin-top: 0.4rem; }
  table { font-size: 0.8rem; }
  th, td { padding-inline-end: 0.4rem; overflow-wrap: anywhere; }
  .number { white-space: normal; }
}
@media print {
  :root { color-scheme: light; --text: #000000; --ground: #ffffff; --muted: #444444; --line: #999999; --fault: #000000; --tint: #ffffff; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  h2, h3, caption { break-after: avoid; }
  tr, dl, p { break-inside: avoid; }
  thead { display: table-header-group; }
}
`;
