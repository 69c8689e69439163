// Things in the order of time, parted by the days on which they were.

export interface Day<T> {
  /** As the calendar has it where the reader is: 2026-03-07. */
  readonly date: string
  readonly items: readonly T[]
}

export function groupByDay<T extends { readonly at: string }>(items: readonly T[]): readonly Day<T>[] {
  const days: { date: string; items: T[] }[] = []
  for (const item of items) {
    const date = dateOf(new Date(item.at))
    const last = days.at(-1)
    if (last?.date === date) last.items.push(item)
    else days.push({ date, items: [item] })
  }
  return days
}

const DAY_MS = 86_400_000

export function sayDay(date: string, now: Date): string {
  if (date === dateOf(now)) return 'Today'
  if (date === dateOf(new Date(now.getTime() - DAY_MS))) return 'Yesterday'
  return new Date(`${date}T12:00:00`).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}

const two = (value: number) => String(value).padStart(2, '0')

function dateOf(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
