// `npm run client` compiles and packs the typed clients, with `-- --destination FOLDER` into a folder. `npm run openapi` writes
// their sources.
import { parseArgs } from 'node:util';
import { packClient } from '#clients/generator/pack-client.ts';

const { values } = parseArgs({ options: { destination: { type: 'string', default: '.' } } });
process.stdout.write(`${await packClient(values.destination)}\n`);
