/** `node test/bench/run.ts NAME [ARGUMENT…]` runs test/bench/NAME.ts, which exports `bench`. */
const [name = '', ...rest] = process.argv.slice(2);
const known = ['api', 'audit', 'calls', 'claims', 'costs', 'lease', 'search', 'units', 'web', 'x12'];

if (!known.includes(name)) {
  console.error(`Usage: npm run bench -- ${known.join('|')} [--help]`);
  process.exit(2);
}
const { bench }: { bench(args: readonly string[]): Promise<void> } = await import(`./${name}.ts`);
await bench(rest);
