import path from 'node:path';
import type { Plugin } from 'esbuild';

/** The services by the folders of their functions and of their contracts. */
const services = ['claims', 'commerce'];

/** Returns the service of a function by the path of its source, or undefined outside of `functions/`. */
export const serviceOf = (file: string): string | undefined =>
  services.find((service) => file.includes(path.join('/functions', service, '/')));

/** Leaves the error catalogs of the other services out of the bundles of a service: 7 kB at each cold start. */
export const errorsOfService = (service: string | undefined): Plugin => ({
  name: 'service-errors',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]contract[\\/]\w+[\\/]errors\.ts$/ }, ({ path: file }) => {
      const owner = path.basename(path.dirname(file));
      if (service === undefined || owner === service) return undefined;
      return { contents: `export const ${owner}Errors = {};`, loader: 'ts' };
    });
  },
});
