import { LogFile } from '../../lambda/instances/log-file.ts';
import type { DataFolder } from '../../state/data-folder.ts';
import { fillTemplate, type GatewayCall } from '../processing/gateway-call.ts';

export class AccessLogs {
  readonly #folder: DataFolder;
  readonly #files = new Map<string, LogFile>();

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  write(call: GatewayCall): void {
    const format = call.api.stage.accessLogFormat;
    if (format === undefined) return;
    this.#file(call.api.stackName).append(`${fillTemplate(format, call, '-').trimEnd()}\n`);
  }

  async flushed(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flushed()));
  }

  #file(stackName: string): LogFile {
    const known = this.#files.get(stackName);
    if (known !== undefined) return known;
    const file = new LogFile(this.#folder.file('logs', `access-${stackName}.log`));
    this.#files.set(stackName, file);
    return file;
  }
}
