/** Imports customers, and returns those that the service rejects. */
exports.importCustomers = async function importCustomers(client, customers) {
  const rejected = [];
  const records = customers.map(({ email, plan }) => ({ email, custom_fields: { plan } }));
  await client.subscribers.upsertMany(records, {
    onRejected: ({ record, issues }) => rejected.push({ email: record.email, issues }),
  });
  return rejected;
};
