/** The room of src that a path is in; undefined outside of src and beside the rooms. */
export function roomOf(path: string): string | undefined {
  const [top, room, ...rest] = path.split('/')
  return top === 'src' && rest.length > 0 ? room : undefined
}
