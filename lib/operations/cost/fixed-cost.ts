import { functionSettings } from '../../settings/settings.ts';
import { dollarsByPart, listPrices } from './list-prices.ts';

/** What a deployment with the default settings has without any request. A test counts it in the templates. */
export const fixedResources = {
  alarmMetrics: 18,
  dashboards: 0,
  polledQueues: 2,
  secrets: 1,
  keys: 1,
} as const;

/** Schedules: runs in an hour, which a test compares with the templates, and the units of a run that finds nothing to do. */
export const schedules: Readonly<Record<string, ScheduledRuns>> = {
  'commerce/find-work': { runsPerHour: 60, readUnits: 16, writeUnits: 0, tables: 'standard' },
  'claims/raise-alerts': { runsPerHour: 60, readUnits: 2, writeUnits: 1, tables: 'infrequent' },
  'claims/exchange-files': { runsPerHour: 60, readUnits: 8, writeUnits: 2, tables: 'infrequent' },
  'claims/mark-overdue': { runsPerHour: 4, readUnits: 20, writeUnits: 2, tables: 'infrequent' },
  'claims/purge-records': { runsPerHour: 4, readUnits: 10, writeUnits: 1, tables: 'infrequent' },
  'claims/sign-checkpoint': { runsPerHour: 1, readUnits: 10, writeUnits: 0, tables: 'infrequent' },
};

interface ScheduledRuns {
  readonly runsPerHour: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Class of the tables. */
  readonly tables: 'standard' | 'infrequent';
}

export const daysOfMonth = 30;
const hoursOfMonth = 24 * daysOfMonth;

/** Lambda polls an idle queue by five connections, each of which waits for 20 seconds. */
const pollsPerHour = 5 * 180;

/** Mean time of an invocation without the time of its work, cold starts included. */
export const startMilliseconds = 150;

/** Log of an invocation: the records of Lambda, our own, and metrics. */
export const logBytesPerInvocation = 1500;

/** Gigabytes of memory of a function. */
export const gigabytesOf = (name: string): number => functionSettings(name).memoryMegabytes / 1024;

interface FixedCost {
  readonly usage: Readonly<Record<string, number>>;
  /** US dollars a month, by part. */
  readonly dollars: Readonly<Record<string, number>>;
}

/** The list price of a month of a deployment that nobody uses: both services with the default settings. */
export function fixedCost(): FixedCost {
  const all = Object.entries(schedules).map(([name, { runsPerHour, ...each }]) => {
    const runs = runsPerHour * hoursOfMonth;
    return { ...each, runs, gigabyteSeconds: (runs * startMilliseconds * gigabytesOf(name)) / 1000 };
  });
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const { alarmMetrics, dashboards, polledQueues, secrets, keys } = fixedResources;
  const polls = polledQueues * pollsPerHour * hoursOfMonth;
  const functions = dollarsByPart({
    readUnits: 0,
    writeUnits: 0,
    invocations: runs,
    gigabyteSeconds: all.reduce((sum, one) => sum + one.gigabyteSeconds, 0),
    queueRequests: 0,
    apiRequests: 0,
  });
  return {
    usage: {
      alarms: alarmMetrics,
      dashboards,
      queuePolls: polls,
      secrets,
      keys,
      scheduledRuns: runs,
      scheduledUnits: all.reduce((sum, one) => sum + one.runs * (one.readUnits + one.writeUnits), 0),
      scheduledFileLists: listsOfInbox,
    },
    dollars: {
      alarms: alarmMetrics * listPrices.perAlarmMetricMonth,
      dashboards: dashboards * listPrices.perDashboardMonth,
      queuePolls: (polls * listPrices.perMillionQueueRequests) / 1_000_000,
      secrets: secrets * listPrices.perSecretMonth,
      keys: keys * listPrices.perKeyMonth,
      scheduledRuns: functions.invocations + functions.gigabyteSeconds,
      scheduledUnits: all.reduce((sum, one) => sum + dollarsOfUnits(one), 0),
      scheduledFileLists: (listsOfInbox * listPrices.perMillionFileWrites) / 1_000_000,
      scheduledLogs: (runs * logBytesPerInvocation * listPrices.perLogGigabyte) / 1e9,
    },
  };
}

const dollarsOfUnits = ({
  runs,
  readUnits,
  writeUnits,
  tables,
}: Omit<ScheduledRuns, 'runsPerHour'> & { readonly runs: number }): number => {
  const [perRead, perWrite] =
    tables === 'standard'
      ? [listPrices.perMillionReadUnits, listPrices.perMillionWriteUnits]
      : [listPrices.perMillionReadUnitsInfrequent, listPrices.perMillionWriteUnitsInfrequent];
  return (runs * (readUnits * perRead + writeUnits * perWrite)) / 1_000_000;
};

/** Each exchange lists the inbox to measure its age. */
const listsOfInbox = (schedules['claims/exchange-files']?.runsPerHour ?? 0) * hoursOfMonth;
