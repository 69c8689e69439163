// What a person decided about a port, after the name of the agent.
interface PortWords {
  readonly data: Readonly<Record<string, unknown>>
  readonly isOpen: boolean
  readonly actor: string
}

export function describePort({ data: { direction, port }, isOpen, actor }: PortWords): string {
  const number = Number(port)
  if (direction === 'to-agent') return `port ${number} was ${isOpen ? 'opened' : 'closed'} by ${actor}`
  return `${isOpen ? 'may' : 'may not'} use port ${number} of this machine, decided by ${actor}`
}
