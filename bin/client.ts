// `npm run client` compiles and packs the typed clients, with `-- --destination FOLDER` into a folder. `npm run openapi` writes
// their sources.
import { packClient } from '#clients/generator/pack-client.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { readDestination } from './pack-arguments.ts';

ignoreClosedOutput();

const destination = readDestination('client', 'Packs the typed clients as an npm package.');
if (destination !== undefined) process.stdout.write(`${await packClient(destination)}\n`);
