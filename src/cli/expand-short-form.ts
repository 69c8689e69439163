// `cmux start`, `stop`, `attach`, `approve` and `deny`: short forms that people expect, in the words of the verbs they stand for. Pure.

/** With a name they are about that agent, without one about cmux itself. */
const SHORT_FORMS: Readonly<Record<string, { readonly alone: string; readonly named: string }>> = {
  start: { alone: 'up', named: 'agent restart' },
  stop: { alone: 'down', named: 'agent stop' },
  attach: { alone: 'agent attach', named: 'agent attach' },
  approve: { alone: 'approvals approve', named: 'approvals approve' },
  deny: { alone: 'approvals deny', named: 'approvals deny' },
}

export function expandShortForm(argv: readonly string[]): readonly string[] {
  const [verb = '', ...rest] = argv
  const form = Object.hasOwn(SHORT_FORMS, verb) ? SHORT_FORMS[verb] : undefined
  if (!form) return argv
  const isNamed = rest[0] !== undefined && !rest[0].startsWith('-')
  return [...(isNamed ? form.named : form.alone).split(' '), ...rest]
}
