/** The page of a subscriber in the inspector of a reference server. */
export const subscriberPage = (base: string, accountId: string, id: string): string =>
  `${base}/_inspector/subscribers/${encodeURIComponent(id)}?${new URLSearchParams({ account: accountId })}`;
