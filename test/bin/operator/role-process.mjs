// Runs commands of the operator one after the other, each under the policy that it names, and writes their outcomes as
// JSON. The argument holds [{ policy, args }], OPERATOR_ROLES the role of each policy.
import { guardRequests } from '#lib/local/lambda/roles/role-guard.mjs';

const roles = JSON.parse(process.env.OPERATOR_ROLES);
const role = {};
guardRequests(role);
// After the guard: the SDK takes hold of what sends requests when it is loaded.
const { operatorHere } = await import('./process.ts');

const outcomes = [];
for (const { policy, args } of JSON.parse(process.argv[2])) {
  // One refusal shows that the policy is not enough.
  if (outcomes.some((outcome) => outcome.policy === policy && outcome.code !== 0)) continue;
  Object.assign(role, roles[policy]);
  outcomes.push({ policy, args, ...(await operatorHere(args, {})) });
}
process.stdout.write(JSON.stringify(outcomes));
