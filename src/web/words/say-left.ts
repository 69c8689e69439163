// How long something still holds, counted down: minutes and seconds when it is soon, less exactly before.

export function sayLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) return 'expired'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, '0')} left`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min left` : `${Math.floor(hours / 24)} d left`
}
