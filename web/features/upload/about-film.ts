/** Options of a query about a chosen film, answered in this browser: needs no server, and nothing of it is kept. */
export const aboutFilm = (what: string, { name, size, lastModified }: File) =>
  ({
    queryKey: [what, name, size, lastModified],
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  }) as const
