// `npm run client:pack` compiles and packs the typed clients into dist/, with `-- --destination FOLDER` into a folder.

import { packClient } from '#clients/generator/pack-client.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { readDestination } from './pack-arguments.ts';

ignoreClosedOutput();

const destination = readDestination('client:pack', 'Packs the typed clients as an npm package.');
if (destination !== undefined) process.stdout.write(`${await packClient(destination)}\n`);
