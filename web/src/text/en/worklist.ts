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
  followUp: {
    action: 'Follow up',
    title: (count: number) => `Follow up ${claims(count)}`,
    assignee: 'Assignee',
    stays: 'Stays as it is',
    day: 'Follow-up day',
    dayHint: 'Empty: each claim keeps its day.',
    note: 'Note',
    save: 'Save',
    nothing: 'Choose a person or a day, or write a note.',
  },
};
