#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""
browser.py CHROMIUM PAGE STEP...: open a page in a browser without a window and do things
with it as a person does, through the pipe of its debugging protocol.

	click EXPRESSION	click on the point [x, y] that the expression yields
	drag EXPRESSION		from a point to another, [x, y, x, y], with the button pressed
	move EXPRESSION		move the pointer to a point
	type TEXT		type into what has the focus
	key NAME		press a key, as Escape or Shift+Tab
	eval EXPRESSION		print what it yields
	shot FILE		a picture of the page

Errors in the scripts of the page end it with exit code 1.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile


# Numbers of keys that do something by themselves, such as moving the focus.
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
	"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class Browser:
	def __init__(self, program, profile):
		"""The browser reads from its descriptor 3 and writes to 4."""
		our_in, their_out = os.pipe()
		their_in, our_out = os.pipe()

		def plumb():
			os.dup2(os.dup(their_in), 30)
			os.dup2(os.dup(their_out), 31)
			os.dup2(30, 3)
			os.dup2(31, 4)

		# A browser does not tell a page of clicks before it has shown something of it, or half
		# a second has passed: a person clicks on what he sees. Here nobody waits for that.
		self.process = subprocess.Popen(
			[program, "--headless", "--no-sandbox", "--disable-gpu",
			 "--disable-dev-shm-usage", "--no-first-run", "--window-size=1200,800",
			 "--allow-pre-commit-input",
			 "--user-data-dir=" + profile, "--remote-debugging-pipe"],
			preexec_fn=plumb, close_fds=False,
			stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
		os.close(their_in)
		os.close(their_out)
		self.reader = os.fdopen(our_in, "rb", 0)
		self.writer = os.fdopen(our_out, "wb", 0)
		self.rest = b""
		self.number = 0
		self.session = None
		self.errors = []

	def receive(self):
		while b"\0" not in self.rest:
			piece = self.reader.read(65536)
			if not piece:
				sys.exit("the browser ended")
			self.rest += piece
		message, self.rest = self.rest.split(b"\0", 1)
		message = json.loads(message)
		if message.get("method") == "Runtime.exceptionThrown":
			self.errors.append(json.dumps(message["params"]["exceptionDetails"]))
		return message

	def call(self, method, **params):
		self.number += 1
		message = {"id": self.number, "method": method, "params": params}
		if self.session:
			message["sessionId"] = self.session
		self.writer.write(json.dumps(message).encode() + b"\0")
		while True:
			answer = self.receive()
			if answer.get("id") == self.number:
				break
		if "error" in answer:
			sys.exit(method + ": " + str(answer["error"]))
		return answer["result"]

	def open(self, url):
		target = self.call("Target.createTarget", url="about:blank")["targetId"]
		self.session = self.call("Target.attachToTarget", targetId=target,
					 flatten=True)["sessionId"]
		self.call("Page.enable")
		self.call("Runtime.enable")
		self.call("Page.navigate", url=url)
		while self.receive().get("method") != "Page.loadEventFired":
			pass

	def evaluate(self, expression):
		result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
		if "exceptionDetails" in result:
			sys.exit(json.dumps(result["exceptionDetails"]))
		return result["result"].get("value")

	def mouse(self, kind, x, y, **params):
		self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **params)

	def press(self, point):
		"""What was dropped on the way to the page is pressed again."""
		self.evaluate("window.pressed = false; addEventListener('mousedown', "
			      "() => window.pressed = true, { once: true, capture: true })")
		self.mouse("mouseMoved", *point)
		while not self.evaluate("window.pressed"):
			self.mouse("mousePressed", *point, button="left", clickCount=1)

	def drag(self, points):
		"""The button is pressed at the first point and released at the last."""
		self.press(points[0])
		for point in points[1:]:
			self.mouse("mouseMoved", *point, button="left", buttons=1)
		self.mouse("mouseReleased", *points[-1], button="left", clickCount=1)

	def key(self, name):
		shift, name = name.startswith("Shift+"), name.removeprefix("Shift+")
		for kind in "rawKeyDown", "keyUp":
			self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name,
				  windowsVirtualKeyCode=KEYS[name], modifiers=8 if shift else 0)

	def picture(self, path):
		data = self.call("Page.captureScreenshot", format="png")["data"]
		with open(path, "wb") as file:
			file.write(base64.b64decode(data))


def main():
	program, page, *steps = sys.argv[1:]
	profile = tempfile.mkdtemp()
	browser = Browser(program, profile)
	try:
		path, _, fragment = page.partition("#")
		browser.open("file://" + os.path.abspath(path) + ("#" + fragment if fragment else ""))
		while steps:
			step, argument, *steps = steps
			if step == "click":
				browser.drag([browser.evaluate(argument)])
			elif step == "drag":
				x, y, to_x, to_y = browser.evaluate(argument)
				browser.drag([(x, y), ((x + to_x) / 2, (y + to_y) / 2), (to_x, to_y)])
			elif step == "move":
				browser.mouse("mouseMoved", *browser.evaluate(argument))
			elif step == "type":
				browser.call("Input.insertText", text=argument)
			elif step == "key":
				browser.key(argument)
			elif step == "eval":
				print(browser.evaluate(argument))
			elif step == "shot":
				browser.picture(argument)
			else:
				sys.exit("what is " + step + "?")
		browser.evaluate("0")
	finally:
		browser.process.kill()
		browser.process.wait()
		shutil.rmtree(profile, ignore_errors=True)
	if browser.errors:
		sys.exit("\n".join(browser.errors))


main()
