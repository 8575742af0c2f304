import * as z from 'zod';

const deployedSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * The settings of the last deployment that are left out of this one, each as `name=value`: a setting that is forgotten
 * would fall back to its default and take the custom domain, or the customer's key, away.
 *
 * @param deployed output DeployedSettings of the Data stack; undefined for a deployment that has none
 * @param given names of the settings of this deployment
 */
export function settingsLeftOut(deployed: string | undefined, given: readonly string[]): readonly string[] {
  if (deployed === undefined) return [];
  return Object.entries(deployedSchema.parse(JSON.parse(deployed)))
    .filter(([name]) => !given.includes(name))
    .map(([name, value]) => `${name}=${value}`);
}
