import * as z from 'zod';
import { settingNames } from '../settings/settings.ts';

const deployedSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Settings of the last deployment that this one lacks, each as `name=value`. */
interface LackedSettings {
  readonly leftOut: readonly string[];
  /** A later version was deployed; this one does not take them. */
  readonly unknown: readonly string[];
}

/**
 * The settings of the last deployment that are left out of this one: a setting that is forgotten would fall back to its
 * default and take the custom domain, or the customer's key, away.
 *
 * @param deployed output DeployedSettings of the Data stack; undefined for a deployment that has none
 * @param given names of the settings of this deployment
 */
export function missingSettings(deployed: string | undefined, given: readonly string[]): LackedSettings {
  const settings = deployed === undefined ? {} : deployedSchema.parse(JSON.parse(deployed));
  const lacked = Object.entries(settings).filter(([name]) => !given.includes(name));
  const texts = (known: boolean) =>
    lacked
      .filter(([name]) => settingNames.includes(name) === known)
      .map(([name, value]) => `${name}=${value}`);
  return { leftOut: texts(true), unknown: texts(false) };
}
