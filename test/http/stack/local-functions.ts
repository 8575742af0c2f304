import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

/** Returns the names of all functions of the claims service, without those of the CDK. */
export function claimsFunctions(dataFolder: string): readonly string[] {
  const templates = globSync(join(dataFolder, 'assembly', 'Claims*.template.json'));
  return templates
    .flatMap((file) => Object.entries(templateSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).Resources))
    .filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && !/^BucketNotifications|framework/.test(id),
    )
    .map(([id, { Properties }]) => String(Properties['FunctionName'] ?? `Granary-Claims-${id}`));
}
