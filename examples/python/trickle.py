"""A client with nothing but the standard library."""

import base64
import json
import urllib.request


class Trickle:
    def __init__(self, base_url, account_id, api_key):
        self.base = f"{base_url}/v2/{account_id}"
        self.token = base64.b64encode(f"{api_key}:".encode()).decode()

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.base + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Basic {self.token}", "content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
            return json.loads(text) if text else None


def sign_up(client, email):
    """Creates the subscriber, records the event, and returns the subscriber's id."""
    created = client.call("POST", "/subscribers", {"subscribers": [{"email": email, "tags": ["customer"]}]})
    client.call("POST", "/events", {"events": [{"email": email, "action": "Signed up"}]})
    return created["subscribers"][0]["id"]
