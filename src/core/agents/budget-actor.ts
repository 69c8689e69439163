// Who pauses when it is no person: a budget that is used up. Only room in the budget ends such a pause.
export const BUDGET_ACTOR = 'budget'
