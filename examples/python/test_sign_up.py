import json
import subprocess
import unittest
import urllib.error
import urllib.request

from trickle import Trickle, sign_up


def admin(url, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}/_admin{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read() or "null")


class SignUpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["npx", "trickle-server", "--port", "0", "--json"]
        cls.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        cls.url = json.loads(cls.server.stdout.readline())["url"]

    @classmethod
    def tearDownClass(cls):
        cls.server.stdin.close()  # the server notices, and stops
        cls.server.stdout.close()
        cls.server.wait()

    def setUp(self):
        # Each test has an account of its own, so tests cannot see each other's data.
        self.account = admin(self.url, "POST", "/accounts", {})
        self.client = Trickle(self.url, self.account["account_id"], self.account["api_key"])

    def tearDown(self):
        admin(self.url, "DELETE", f"/accounts/{self.account['account_id']}")

    def test_a_customer_becomes_a_subscriber(self):
        subscriber_id = sign_up(self.client, "ann@example.com")
        found = self.client.call("GET", "/subscribers/ann@example.com")["subscribers"][0]
        self.assertEqual((found["id"], found["tags"]), (subscriber_id, ["customer"]))

    def test_signing_up_records_an_event(self):
        sign_up(self.client, "ann@example.com")
        expected = {
            "account_id": self.account["account_id"],
            "operation": "events.record",
            "body": {"action": "Signed up"},
        }
        admin(self.url, "POST", "/requests/expect", expected)  # answers 422 if no request matches

    def test_a_failure_of_the_service_is_an_error(self):
        fault = {"account": self.account["account_id"], "operation": "subscribers.upsert", "status": 503}
        admin(self.url, "POST", "/faults", fault)
        with self.assertRaises(urllib.error.HTTPError) as raised:
            sign_up(self.client, "ann@example.com")
        self.assertEqual(raised.exception.code, 503)
        raised.exception.close()


if __name__ == "__main__":
    unittest.main()
