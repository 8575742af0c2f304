import { LogFile } from '../../lambda/instances/log-file.ts';
import type { DataFolder } from '../../state/data-folder.ts';
import type { RestApi } from '../model/api.ts';
import { fillTemplate, type GatewayCall } from '../processing/gateway-call.ts';

export class AccessLogs {
  readonly #files: ReadonlyMap<string, LogFile>;

  constructor(apis: readonly RestApi[], folder: DataFolder) {
    this.#files = new Map(
      apis.map(({ id, stackName }) => [id, new LogFile(folder.file('logs', `access-${stackName}.log`))]),
    );
  }

  write(call: GatewayCall): void {
    const format = call.api.stage.accessLogFormat;
    if (format === undefined) return;
    this.#files.get(call.api.id)?.append(`${fillTemplate(format, call, '-').trimEnd()}\n`);
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
  }
}
