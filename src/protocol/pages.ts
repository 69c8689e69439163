// Addresses of the dashboard: each of them, and what is below it, answers with the same page, which then shows what was meant.

export const PAGES = [
  'chat',
  'agents',
  'terminals',
  'tasks',
  'approvals',
  'budgets',
  'health',
  'audit',
  'changes',
  'timeline',
  'journal',
  'releases',
  'files',
  'machine',
] as const
