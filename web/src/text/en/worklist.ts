const claims = (count: number) => (count === 1 ? '1 claim' : `${count.toLocaleString('en')} claims`);

export const worklist = {
  title: 'Worklist',
  question: 'What do I follow up today?',
  note: 'Claims with an assignee or a follow-up day, the most urgent first.',
  dueNow: (count: number) => `${claims(count)} to look at today`,
  nothingDue: 'Nothing is due today',
  filters: 'Filters',
  whoseLabel: 'Assignee',
  whose: { me: 'Mine', none: 'Unassigned', all: 'All' },
  dueLabel: 'Follow-up day',
  due: { any: 'Any day', overdue: 'Overdue', today: 'Today', later: 'Later', undated: 'Without a day' },
  empty: {
    me: 'Nothing is assigned to you',
    none: 'No unassigned claims to follow up',
    all: 'No claims to follow up',
  },
  emptyText: 'Open a claim and set an assignee or a day. The claim then appears here.',
  takeOff: 'Take off the list',
  changed: (count: number) => `${claims(count)} changed`,
  failed: (count: number) => `${claims(count)} could not be changed. Try again.`,
};
