// To come.
export function HealthPage() {
  return <h1>HealthPage</h1>
}
