import { describe, expect, test } from '@jest/globals';
import { measuredSteps, runCostCommand } from '#lib/operations/cost/cost-command.ts';
import { listPrices } from '#lib/operations/cost/list-prices.ts';

function run(...args: string[]) {
  let [output, errors] = ['', ''];
  const status = runCostCommand(
    args,
    (text) => {
      output += text;
    },
    (text) => {
      errors += text;
    },
  );
  return { status, output, errors };
}

const costOf = (...args: string[]) => JSON.parse(run(...args, '--json').output);

describe('npm run cost', () => {
  test('multiplies the measured units of each step with the list price', () => {
    const cost = costOf('--claims-per-day', '1000', '--claims-per-file', '1000');
    const units = measuredSteps.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
    expect(cost.usage.writeUnits).toBeGreaterThan(30_000 * units);
    expect(cost.usage.writeUnits).toBeLessThan(30_000 * units + 10_000);
    expect(cost.dollars.writeUnits).toBeCloseTo(
      (cost.usage.writeUnits * listPrices.perMillionWriteUnits) / 1e6,
    );
    const parts: number[] = Object.values(cost.dollars);
    expect(cost.total).toBeCloseTo(parts.reduce((sum, one) => sum + one, 0));
    expect(cost.perThousandClaims).toBeCloseTo(cost.total / 30);
    expect(cost.assumptions).not.toEqual([]);
  });

  test('twice the claims cost twice as much, smaller files more, and longer storage more', () => {
    const files = ['--claims-per-file', '500', '--requests-per-day', '0'];
    const one = costOf('--claims-per-day', '5000', ...files);
    expect(costOf('--claims-per-day', '10000', ...files).total).toBeCloseTo(2 * one.total);
    expect(
      costOf('--claims-per-day', '5000', '--requests-per-day', '0', '--claims-per-file', '1').total,
    ).toBeGreaterThan(one.total);
    expect(costOf('--claims-per-day', '5000', ...files, '--months-kept', '0').total).toBeLessThan(one.total);
  });

  test('prints a table with its assumptions', () => {
    const { status, output, errors } = run('--claims-per-day', '10000');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('10,000 claims a day in files of 100');
    expect(output).toMatch(/^DynamoDB write units +[\d,]+ +\d+\.\d\d$/m);
    expect(output).toMatch(/^Total +\d+\.\d\d$/m);
    expect(output).toContain('Assumptions:');
  });

  test.each([
    [[], '--claims-per-day is missing'],
    [['--claims-per-day', '0'], '--claims-per-day takes a whole number from 1 to 1000000000, not "0"'],
    [['--claims-per-day', 'many'], 'not "many"'],
    [['--claims-per-day', '1e3'], 'not "1e3"'],
    [['--claims-per-day=-5'], 'not "-5"'],
    [['--claims-per-day', '10', '--claims-per-file', '0'], '--claims-per-file takes a whole number'],
    [['--claims', '10'], "Unknown option '--claims'"],
  ])('refuses %j', (args, message) => {
    const { status, output, errors } = run(...args);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(errors).toContain(message);
    expect(errors).toContain('npm run --silent cost -- --claims-per-day N');
  });
});
