// Words that users do not read, and what they read instead. The glossary (docs/glossary.md) says which word stands for what.

export interface AvoidedWord {
  readonly word: RegExp
  readonly instead: string
}

export const AVOIDED_WORDS: readonly AvoidedWord[] = [
  { word: /\bwhoever\b/i, instead: 'the noun: the assignee, the sender, the reviewer' },
  { word: /\b(some|any|every)body\b/i, instead: 'the noun: a person, an agent, all agents' },
  { word: /\bnobody\b/i, instead: 'no agent, no person, unassigned' },
  { word: /\b(in|out)side of (the )?walls\b|\bbehind walls\b/i, instead: 'sandboxed' },
  { word: /\b(un)?confined\b/i, instead: 'sandboxed, not sandboxed' },
  { word: /\belsewhere\b/i, instead: 'remote' },
  { word: /\bafresh\b|\banew\b/i, instead: 'new: a new session' },
  { word: /\b(life|lives) (\d|$)|^lives\b|\blives,/i, instead: 'run' },
  { word: /\btime line\b/i, instead: 'activity' },
  { word: /\bwaits? for you\b/i, instead: 'needs attention' },
  { word: /\b(takes?|took|taken|taking) (back|it back)\b/i, instead: 'roll back, withdraw, remove' },
  { word: /\b(calls?|called|calling) (it )?off\b/i, instead: 'cancel' },
  { word: /\b(is|was|not|being|be|an|as) adopted\b|\badopting\b/i, instead: 'merge' },
  { word: /\b(lands?|landed|landing) (a|the|on)\b/i, instead: 'merge' },
  { word: /\bwish(es|ed)?\b/i, instead: 'request' },
  { word: /\bneeds? care\b|\bhow careful\b/i, instead: 'low, medium or high risk' },
  { word: /\blet(s|ting)? (it )?through\b/i, instead: 'approve' },
  { word: /\bproved? (itself|themselves)\b/i, instead: 'healthy' },
  { word: /\b(got|gets|is) sick\b/i, instead: 'health check failed, unhealthy' },
  { word: /\bmend(s|ed|ing)?\b/i, instead: 'fix, restore' },
  { word: /\bimprovements?\b/i, instead: 'change' },
  { word: /\bletters?\b(?!s?,? digits)/i, instead: 'message' },
  { word: /\b(a|the|of|no) notices?\b/i, instead: 'notification' },
  { word: /\bcalled so\b|\bnothing fits\b/i, instead: 'no results, no matches' },
  { word: /\bof before\b/i, instead: 'previous, older' },
  { word: /\b(keepsake|courier|superior|porter)s?\b/i, instead: 'the word of the glossary' },
]
