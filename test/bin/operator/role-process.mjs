// Runs operator commands one after the other, each under a policy, and prints their results as JSON. The argument is
// [{ policy, args }]; OPERATOR_ROLES holds the role of each policy.
import { guardRequests } from '#lib/local/lambda/roles/role-guard.mjs';

const roles = JSON.parse(process.env.OPERATOR_ROLES);
const role = {};
guardRequests(role);
// Imported after the guard, because the SDK binds the functions that send requests when it is loaded.
const { operatorInProcess } = await import('./process.ts');

const outcomes = [];
for (const { policy, args } of JSON.parse(process.argv[2])) {
  // One refusal shows that the policy is not enough.
  if (outcomes.some((outcome) => outcome.policy === policy && outcome.code !== 0)) continue;
  Object.assign(role, roles[policy]);
  outcomes.push({ policy, args, ...(await operatorInProcess(args, {})) });
}
process.stdout.write(JSON.stringify(outcomes));
