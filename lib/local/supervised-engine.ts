export interface Engine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** A started engine on a port of this machine. */
export interface EngineProcess {
  readonly endpoint: string;
  readonly port: number;
  readonly ended: Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an engine, and starts it again on the same port when it ends unexpectedly.
 *
 * @param launch starts the engine; without a port, on a free one
 */
export async function startSupervised(
  name: string,
  launch: (port?: number) => Promise<EngineProcess>,
  log: (line: string) => void,
): Promise<Engine> {
  let running = await launch();
  let isStopping = false;
  const restart = async () => {
    for (;;) {
      await running.ended;
      if (isStopping) return;
      log(`The ${name} engine ended unexpectedly and restarts.`);
      running = await launch(running.port);
    }
  };
  restart().catch((error) => log(error instanceof Error ? error.message : String(error)));
  return {
    endpoint: running.endpoint,
    stop: async () => {
      isStopping = true;
      await running.stop();
    },
  };
}
