// Who did something, from the actor of an event: agents by their names; a dashboard's own login has no name that says anything.

export function sayActor(actor: string): string {
  return actor.startsWith('human:') ? 'a person' : actor.replace(/^agent:/, '')
}
