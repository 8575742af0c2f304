import type { LocalHandler } from '../api-gateway/server/gateway.ts';
import { StartError } from '../start-error.ts';
import { readWebFiles, type WebFile } from './web-files.ts';
import { type WebHandlerOptions, webHandler } from './web-handler.ts';

/** Builds the web app if necessary and returns its directory. */
export type BuildWebApp = (options: { readonly onBuild: () => void }) => Promise<string>;

/** The web app of a runtime. Its pages are served once they are built; `/config.json` is served at once. */
export class WebApp {
  readonly handler: LocalHandler;
  #files: ReadonlyMap<string, WebFile> | undefined;
  #directory: Promise<string> | undefined;

  constructor(options: Omit<WebHandlerOptions, 'files'>) {
    this.handler = webHandler({ ...options, files: () => this.#files });
  }

  /** Starts the build. A failure is thrown by {@link ready}, after the start of all engines. */
  build(build: BuildWebApp, log: (line: string) => void): void {
    this.#directory = build({ onBuild: () => log('Building the web app …') });
    this.#directory.catch(() => {});
  }

  /** Waits for the build, if there is one. Throws StartError. */
  async ready(): Promise<void> {
    try {
      const directory = await this.#directory;
      if (directory !== undefined) this.#files = readWebFiles(directory);
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : String(error));
    }
  }
}
