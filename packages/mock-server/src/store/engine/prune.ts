/** The most rows that one call deletes, since nobody else is served in the meantime. A later call deletes the rest. */
export const MAX_PRUNED = 2000;

/** The statement that deletes the oldest rows that match a condition, whose values it takes twice. */
export const deleteOldest = (table: string, condition: string): string =>
  `delete from ${table} where seq in (
     select seq from ${table} where ${condition} and seq <= (
       select seq from ${table} where ${condition} order by seq desc limit 1 offset ?
     ) order by seq limit ${MAX_PRUNED}
   )`;
