/** A number of views in words: '1,204 vistas'. */
export const viewsOf = (count: number): string =>
  `${count.toLocaleString('es-MX')} ${Math.abs(count) === 1 ? 'vista' : 'vistas'}`
